"""One file a schema. The guards are not made here: they are put up after the last of them, every time."""
