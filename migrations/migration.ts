type Engine = 'sqlite' | 'postgres';

/** What a step may do. Statements have `?` for their parameters on both engines. */
export interface StepContext {
  readonly engine: Engine;
  readonly read: <Row>(statement: string, parameters?: readonly unknown[]) => Promise<Row[]>;
  readonly run: (statement: string, parameters?: readonly unknown[]) => Promise<void>;
  /** Call it after inserting rows with explicit ids. */
  readonly continueIds: (table: string) => Promise<void>;
  /** The salon's local time at an instant, such as '2026-11-17 10:00:00'. */
  readonly wallTimeAt: (ms: number) => string;
}

/** Work that SQL alone cannot do. It runs without timeouts, between `statements` and `after`, in the same transaction. */
export interface Step {
  readonly run: (step: StepContext) => Promise<void>;
  /** The hash of the files of the migration's folder, which only a test can read: the server runs as a bundle. */
  readonly hash: string;
  readonly after: (engine: Engine) => string[];
}

export interface Migration {
  readonly name: string;
  readonly statements: (engine: Engine) => string[];
  readonly step?: Step;
  /**
   * The number of migrations that code must know to run after this migration; set if the migration removes something.
   * Default: it only adds, and older code continues to run. docs/decisions/0016-expand-then-contract.md
   */
  readonly worksFrom?: number;
}

/** All SQL of a migration, without the work of its step. */
export const statementsOf = ({ statements, step }: Migration, engine: Engine): string[] => [
  ...statements(engine),
  ...(step?.after(engine) ?? []),
];
