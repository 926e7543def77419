"""The image bots run in: its Dockerfile, its loader, its system calls."""
