"""What `tenfold new` copies: a bot to begin with, and its test."""
