/** The rules of a salon that splits slots: loaded on demand, because few salons do. Not a query, because stored queries lose functions. */
type SplitRules = typeof import('./split-rules.ts');

let rules: SplitRules | undefined;

/** Undefined until `loadSplitRules` has finished. */
export const splitRules = (): SplitRules | undefined => rules;

export async function loadSplitRules(): Promise<SplitRules> {
  rules = await import('./split-rules.ts');
  return rules;
}

/** Loads the rules if the salon needs them. A page does it before its first render, so that it shows its times at once. */
export async function loadRulesOf(salon: { readonly split_slots?: 0 | 1 } | undefined): Promise<void> {
  if (salon?.split_slots === 1) await loadSplitRules();
}
