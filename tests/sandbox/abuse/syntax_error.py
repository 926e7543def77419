"""Does not compile."""

def play(:
    pass
