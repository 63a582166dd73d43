import { expect, test } from 'vitest';
import { withIconFiles } from './icons.ts';

const files = new Map([
  ['Bell', 'bell'],
  ['CircleAlert', 'circle-exclamation-point'],
]);

test('imports each icon from its own file under its local name', () => {
  const code = `import { Bell, CircleAlert as Alert } from "lucide-react";\nimport x from 'y';`;
  expect(withIconFiles(code, files)).toBe(
    "import Bell from 'lucide-react/icons/bell'; import Alert from 'lucide-react/icons/circle-exclamation-point';\nimport x from 'y';",
  );
});

test('throws for an icon that the package does not have', () => {
  expect(() => withIconFiles(`import { Bel } from 'lucide-react';`, files)).toThrow('Bel');
});
