import type { Icon } from '@tabler/icons-react';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { Verb } from '../action/request';

/** The icons of actions on rows. */
export const verbIcons: Partial<Record<Verb, Icon>> = {
  sync: IconRefresh,
  export: IconUpload,
  enroll: IconUserPlus,
  unenroll: IconUserMinus,
  leave: IconUserMinus,
  delete: IconTrash,
};
