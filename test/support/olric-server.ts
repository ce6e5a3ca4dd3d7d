import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  askUntil,
  findServerBinary,
  freePorts,
  startServer,
  withRetries,
  type ServerProcess,
} from './server-process.js';

/** Path of `olric-server`; undefined, with the reason printed, when it is not installed. */
export const olricBinary = findServerBinary('olric-server');

/** Starts Olric nodes that form one cluster on free loopback ports. */
export const startOlricCluster = (nodeCount: number): Promise<ServerProcess[]> =>
  withRetries(() => startOnce(nodeCount));

const startOnce = async (nodeCount: number): Promise<ServerProcess[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'olric-'));
  const ports = await freePorts(2 * nodeCount);
  const [clientPorts, gossipPorts] = [ports.slice(0, nodeCount), ports.slice(nodeCount)];
  const nodes: ServerProcess[] = [];
  for (const [index, port] of clientPorts.entries()) {
    const config = join(folder, `node-${String(index)}.yaml`);
    writeFileSync(config, nodeConfig(port, gossipPorts[index]!, gossipPorts.slice(0, index)));
    nodes.push(await startServer(olricBinary!, ['-c', config], port));
  }
  for (const port of clientPorts) {
    await askUntil(port, 'CLUSTER.MEMBERS', (answer) =>
      clientPorts.every((member) => answer.includes(`:${String(member)}`)),
    );
  }
  return nodes;
};

const nodeConfig = (port: number, gossipPort: number, peerPorts: readonly number[]): string => `
server:
  bindAddr: 127.0.0.1
  bindPort: ${String(port)}
  partitionCount: 31
  bootstrapTimeout: 5s
client:
  dialTimeout: 1s
  readTimeout: 1s
  writeTimeout: 1s
logging:
  verbosity: 1
  level: ERROR
  output: stderr
memberlist:
  environment: local
  bindAddr: 127.0.0.1
  bindPort: ${String(gossipPort)}
  enableCompression: false
  joinRetryInterval: 100ms
  maxJoinAttempts: 10
  peers: [${peerPorts.map((peer) => `"127.0.0.1:${String(peer)}"`).join(', ')}]
dmaps:
  engine:
    name: kvstore
    config:
      tableSize: 524288
`;
