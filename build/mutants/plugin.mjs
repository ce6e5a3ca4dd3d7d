/** A test runner for Stryker: see `bundle-runner.mjs`. */
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';
import { BundleRunner } from './bundle-runner.mjs';

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'bundle', BundleRunner)];
