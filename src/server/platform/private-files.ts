// The first import of every process: makes all new files private from their first byte.
process.umask(0o077);
