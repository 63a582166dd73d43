import { type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export function Warning(props: { icon?: LucideIcon; children: ReactNode }) {
  const { icon: Icon = TriangleAlert, children } = props;
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn">
      <Icon className="shrink-0" />
      <span>{children}</span>
    </p>
  );
}
