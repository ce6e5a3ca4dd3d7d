/** One model as `/v1/models` lists it. */
export const modelBody = (id: string, createdSeconds: number): object => ({
  id,
  object: 'model',
  created: createdSeconds,
  owned_by: 'homeward-mock-engine',
});

/** The answer of `/v1/models`. */
export const modelListBody = (ids: readonly string[], createdSeconds: number): object => ({
  object: 'list',
  data: ids.map((id) => modelBody(id, createdSeconds)),
});
