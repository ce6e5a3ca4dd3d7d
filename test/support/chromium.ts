import { chromium, type Browser } from 'playwright-core';
import { findServerBinary } from './server-process.js';

const path = findServerBinary('chromium');

/** Whether there is a browser; the tests that need one are skipped where there is none. */
export const hasChromium = path !== undefined;

/** Opens the browser; only where there is one. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: path!, args: ['--no-sandbox'] });
