"""The command line: thin. It says what somebody typed to a service, and prints what comes back."""
