import { useTranslation } from 'react-i18next';
import { Findings } from '../settings/Findings';
import { type PartProps, platformBody } from './answers';
import type { Calls } from './calls';
import { Certificate, Field, Looking, Part } from './Part';
import { useLook } from './useLook';

/** Moodle: its address, the token of its web service, and whether the token has the required functions. */
export function PlatformPart({ calls, ...part }: PartProps & { calls: Calls }) {
  const { t } = useTranslation();
  const platform = useLook(platformBody(part.answers), calls.lookAtPlatform);
  return (
    <Part title={t('setup.platform')}>
      <Field
        {...part}
        name="platform_url"
        label={t('setup.platform_url')}
        hint={t('setup.platform_url_hint')}
      />
      <Field
        {...part}
        name="platform_token"
        label={t('setup.platform_token')}
        hint={t('setup.platform_token_hint')}
        secret
      />
      <Certificate {...part} name="platform_ca_file" />
      <Looking label={t('setup.look_platform')} look={platform.look} onLook={() => void platform.begin()}>
        {({ findings }) => <Findings findings={findings} />}
      </Looking>
    </Part>
  );
}
