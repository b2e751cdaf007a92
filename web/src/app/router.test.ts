// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { addresses } from '../../e2e/routes';
import { router } from './router';

it('the journeys cover exactly the routes of the product', () => {
  const routes = Object.keys(router.routesByPath).sort();
  expect(routes).toEqual(addresses.map(({ route }) => route).sort());
});
