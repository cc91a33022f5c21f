"""What players read: reports, made only from the events that their reader may see, answers, and other letters."""
