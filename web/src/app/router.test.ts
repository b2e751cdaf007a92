// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { addresses } from '../../e2e/routes';
import { router } from './router';

it('every route of the product is looked at by the journeys, and there is none beside those', () => {
  const routes = Object.keys(router.routesByPath).sort();
  expect(routes).toEqual(addresses.map(({ route }) => route).sort());
});
