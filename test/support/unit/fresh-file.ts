// Runs before each unit test file. Discards what earlier files of the same worker have left: module state and stubbed globals.
import { vi } from 'vitest';

vi.unstubAllGlobals();
vi.resetModules();
