/** Groups of nodes that reach each other over arrows; a graph without circles has none. */
export const findCircles = (
  arrows: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (readonly string[])[] => {
  const reached = new Map([...arrows.keys()].map((node) => [node, reachedFrom(node, arrows)]));
  const circles: string[][] = [];
  const seen = new Set<string>();
  for (const [node, reach] of reached) {
    if (seen.has(node) || !reach.has(node)) continue;
    const circle = [...reach].filter((other) => reached.get(other)?.has(node) === true);
    for (const member of circle) seen.add(member);
    circles.push(circle.sort());
  }
  return circles;
};

/** Every node that some way of one arrow or more leads to. */
const reachedFrom = (
  start: string,
  arrows: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> => {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of arrows.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
};
