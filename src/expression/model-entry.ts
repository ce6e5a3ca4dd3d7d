/** What model forms say of a model. */

/** A model to create. */
export type ModelCreate = Readonly<{
  name: string;
  uris: readonly string[];
  /** A well-formed routing expression; absent means the router's own default. */
  routingMethod?: string | undefined;
  /** As received; its form is not checked here. */
  tokenRateLimit?: string | undefined;
}>;

/** What to change of a model: at least one field besides the name. */
export type ModelUpdate = Readonly<{ name: string } & Partial<Omit<ModelCreate, 'name'>>>;
