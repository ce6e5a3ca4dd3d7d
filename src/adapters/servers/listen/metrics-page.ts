import type { RequestListener } from 'node:http';
import type { PrometheusMetrics } from '../../telemetry/prometheus.js';
import { httpFault, type RenderFault } from '../../http/http-fault.js';
import { splitTarget, originForm } from './request-target.js';
import { writeAnswer } from './write-answer.js';
import { lingerOver } from '../client/request-body.js';

/** What is shown of metrics. */
export type MetricsPage = Pick<PrometheusMetrics, 'contentType' | 'page'>;

/** Answers `GET /metrics`, and nothing else. */
export const serveMetricsPage =
  ({ contentType, page }: MetricsPage, render: RenderFault): RequestListener =>
  (request, response) => {
    lingerOver(request);
    if (splitTarget(originForm(request.url!)).path !== '/metrics') {
      writeAnswer(response, render(UNKNOWN_PATH));
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const { headers, ...answer } = render(READ_ONLY);
      writeAnswer(response, { ...answer, headers: { ...headers, allow: 'GET, HEAD' } });
      return;
    }
    page().then(
      (body) => {
        writeAnswer(response, { status: 200, headers: { 'content-type': contentType }, body });
      },
      () => {
        writeAnswer(response, render(FAILED));
      },
    );
  };

const UNKNOWN_PATH = httpFault('unknown_path', 'there is nothing at this path but GET /metrics');
const READ_ONLY = httpFault('method_not_allowed', 'this path takes GET, HEAD');
const FAILED = httpFault('internal_error', 'the page of metrics could not be made');
