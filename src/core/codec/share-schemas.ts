import { isJsonObject, type JsonSchema } from './codec.js';

/** Shorter schemas are easier to read where they stand than behind a name. */
const SHARED_LENGTH = 300;

/** The same JSON Schema, parts with a title that stand in it more than once below `$defs`. */
export const shareSchemas = (schema: JsonSchema): JsonSchema => {
  const countByText = new Map<string, number>();
  count(schema, countByText);
  const nameByText = new Map<string, string>();
  const definitions: Record<string, unknown> = {};
  const share = (part: unknown, isTop: boolean): unknown => {
    if (Array.isArray(part)) return part.map((item) => share(item, false));
    if (!isJsonObject(part)) return part;
    const text = JSON.stringify(part);
    const { title } = part;
    const isShared =
      !isTop &&
      typeof title === 'string' &&
      text.length > SHARED_LENGTH &&
      countByText.get(text)! > 1;
    const known = nameByText.get(text);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const copy = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, share(value, false)]),
    );
    if (!isShared) return copy;
    const name = freeName(title, definitions);
    nameByText.set(text, name);
    definitions[name] = copy;
    return { $ref: `#/$defs/${name}` };
  };
  const whole = share(schema, true) as JsonSchema;
  return Object.keys(definitions).length === 0 ? whole : { ...whole, $defs: definitions };
};

const count = (part: unknown, countByText: Map<string, number>): void => {
  if (Array.isArray(part)) for (const item of part) count(item, countByText);
  if (!isJsonObject(part)) return;
  const text = JSON.stringify(part);
  countByText.set(text, (countByText.get(text) ?? 0) + 1);
  for (const value of Object.values(part)) count(value, countByText);
};

const freeName = (title: string, taken: object): string => {
  let name = title;
  for (let i = 2; Object.hasOwn(taken, name); i++) name = `${title}${String(i)}`;
  return name;
};
