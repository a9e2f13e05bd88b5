"""What puts the house on a machine: the embedded stack for one machine, and the files for real servers."""
