import { Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RawAddress } from '../list/address';
import { onDemand } from '../message/onDemand';
import { PageHeader } from '../page/PageHeader';
import { addTexts } from '../texts/i18n';
import { zoom } from '../texts/zoom';
import { AttendanceLog } from './AttendanceLog';
import { readDays, writeDays } from './dates';
import { LogActions } from './LogActions';

addTexts('zoom', zoom);

const ClassRecap = onDemand(() => import('./ClassRecap').then((module) => module.ClassRecap));
const MeetingRules = onDemand(() => import('./MeetingRules').then((module) => module.MeetingRules));
const Participants = onDemand(() => import('./Participants').then((module) => module.Participants));

const route = getRouteApi('/app/zoom-activity');

/** The parts of the screen, by their names in the address. */
const parts = ['log', 'kelas', 'peserta', 'rapat'] as const;
type Part = (typeof parts)[number];

/** Zoom attendance: the log, the classes, unmatched participants, and meeting rules. */
export function ZoomScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const raw: RawAddress = route.useSearch();
  const part = parts.find((each) => each === raw.bagian) ?? (raw.kelas ? 'kelas' : 'log');
  const days = readDays(raw);
  const go = (search: RawAddress) => void navigate({ to: '/zoom-activity', search: search as never });
  const content: Record<Part, () => ReactNode> = {
    log: () => <AttendanceLog />,
    kelas: () => <ClassRecap number={raw.kelas} onClass={(kelas) => go({ bagian: 'kelas', kelas })} />,
    peserta: () => <Participants />,
    rapat: () => <MeetingRules />,
  };
  return (
    <>
      <PageHeader title={t('titles.zoom')} help={['participants', 'meetings']}>
        {part === 'log' && <LogActions days={days} q={raw.q ?? ''} />}
      </PageHeader>
      <Tabs
        className={part === 'log' ? 'fill' : ''}
        value={part}
        onChange={(value) =>
          go({ ...writeDays(days), ...(value && value !== 'log' ? { bagian: value } : {}) })
        }
      >
        <Tabs.List mb="sm">
          {parts.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`zoom.parts.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part}>{content[part]()}</Tabs.Panel>
      </Tabs>
    </>
  );
}
