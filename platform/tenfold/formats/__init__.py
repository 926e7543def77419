"""How a bare number is written in a template: for machines, always (`tenfold.pages.figures`)."""
