"""Training of the recogniser that digitize ships inside Tesseract."""
