// Runs before each test file. Restarts the counters, because the files that one worker runs share their modules.
import { restartCounters } from './counters.ts';

restartCounters();
