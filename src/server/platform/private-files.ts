// Imported before everything else by whatever runs as a process: no file that it makes is readable by others, from its first byte.
process.umask(0o077);
