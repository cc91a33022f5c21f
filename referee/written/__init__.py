"""What a referee writes by hand and a game begins from: a club's own edition, a position; read, checked, written."""
