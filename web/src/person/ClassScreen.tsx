import { getRouteApi } from '@tanstack/react-router';
import { pageHeader } from '../page/PageHeader';
import { ClassView } from './ClassView';

const route = getRouteApi('/app/kelas/$number');

/** The page of a class. */
export function ClassScreen() {
  return <ClassView number={route.useParams().number} header={pageHeader} />;
}
