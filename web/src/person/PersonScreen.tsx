import { getRouteApi } from '@tanstack/react-router';
import { pageHeader } from '../page/PageHeader';
import { PersonView } from './PersonView';

const route = getRouteApi('/app/orang/$kind/$number');

/** The page of a person. */
export function PersonScreen() {
  const { kind, number } = route.useParams();
  const { class: classNumber } = route.useSearch();
  return <PersonView kind={kind} number={number} classNumber={classNumber} header={pageHeader} />;
}
