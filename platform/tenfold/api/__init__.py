"""What the API of every app shares: problem documents, pages, addresses."""
