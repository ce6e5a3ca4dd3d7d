import type { RequestListener } from 'node:http';
import type { RenderFault } from '../../http/http-fault.js';
import type { ListenAddress } from './listen-address.js';
import { startListener, type Listener, type ListenerLimits, type OnRefused } from './listener.js';

/** The listeners of one server, which end together. */
export type ListenerGroup = Readonly<{
  /**
   * Listens; gives `host:port` with the port that was taken. Rejects when it cannot be had.
   * `onRefused` is told of what `handle` does not see.
   */
  open: (address: ListenAddress, handle: RequestListener, onRefused?: OnRefused) => Promise<string>;
  /** Stops accepting, lets responses end for up to `graceMs`, then cuts. */
  close: (graceMs: number) => Promise<void>;
}>;

/** A group without listeners; all get the same limits and the same shape of errors. */
export const createListenerGroup = (limits: ListenerLimits, render: RenderFault): ListenerGroup => {
  const listeners: Listener[] = [];
  return {
    open: async (address, handle, onRefused) => {
      const listener = await startListener(address, limits, handle, render, onRefused);
      listeners.push(listener);
      return listener.address;
    },
    close: async (graceMs) => {
      await Promise.all(listeners.map((listener) => listener.close(graceMs)));
    },
  };
};
