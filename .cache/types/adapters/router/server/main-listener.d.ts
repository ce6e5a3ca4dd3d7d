import type { FastifyInstance } from 'fastify';
import { type Fastify, type ListenerLimits } from './fastify-app.js';
import { type ProxyPorts } from '../proxy/proxy-request.js';
export type MainPorts = ProxyPorts & Readonly<{
    isStopping: () => boolean;
}>;
/**
 * The listener that requests come in on: `/healthz`, `/readyz` and `/v1/models` are answered here,
 * everything else goes to an engine.
 */
export declare const createMainListener: (fastify: Fastify, limits: ListenerLimits, ports: MainPorts) => FastifyInstance;
