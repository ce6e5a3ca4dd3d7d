/** The M/M/c queue by Erlang's formula: `servers`, offered load in Erlangs, mean service time. */
export const erlangC = (
  servers: number,
  offered: number,
  serviceS: number,
): Readonly<{ waitShare: number; meanWaitS: number }> => {
  let blocking = 1;
  for (let count = 1; count <= servers; count++) {
    blocking = (offered * blocking) / (count + offered * blocking);
  }
  const load = offered / servers;
  const waitShare = blocking / (1 - load * (1 - blocking));
  return { waitShare, meanWaitS: (waitShare * serviceS) / (servers - offered) };
};
