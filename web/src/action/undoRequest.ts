import type { TFunction } from 'i18next';
import type { Job } from '../api/client';
import type { ActionRequest } from './request';

/** The question before a job is undone. `title` is the job's title. */
export function undoRequest(job: Job, title: string, t: TFunction): ActionRequest {
  return {
    verb: 'undo',
    call: { method: 'POST', path: '/api/v1/api/jobs/{id}/undo' },
    pathParams: { id: String(job.id) },
    body: {},
    question: t('jobs.undo_question', { title }),
    notes: [job.message, t('jobs.undo_note')].filter(Boolean),
    withoutPlan: true,
  };
}
