import { expect } from 'vitest';
import { chat } from '../../gateway/support/calls.js';
import { send } from '../../gateway/support/raw-request.js';

/** Sends a chat completion of a session through a gateway; the cluster that answered it with 200. */
export const chatCluster = async (gatewayUrl: string, sessionId: string): Promise<string> => {
  const answer = await send(gatewayUrl, chat({ prompt_cache_key: sessionId }));
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.header('x-mock-cluster-id')!;
};
