import { createElement, type FunctionComponent, type SVGProps } from 'react';

type Shape = readonly [tag: string, attributes: Record<string, string>];

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

/**
 * Returns an icon component, by default 20 px large with thin lines and hidden from screen readers. Replaces lucide-react's
 * `createLucideIcon`; the build passes the shapes (scripts/build/icons.ts).
 */
export default function createIcon(node: readonly Shape[]): FunctionComponent<IconProps> {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ size = 20, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.75,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      ...shapes, // React needs no keys for children that are separate arguments
    );
}
