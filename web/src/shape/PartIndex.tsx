import { useTranslation } from 'react-i18next';
import { hasFault, partId, parts } from './parts';
import classes from './Shape.module.css';

/** The parts of the page. Those with a refused field say so, because the field may be out of view. */
export function PartIndex({ faults }: { faults: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  return (
    <nav className={classes.index} aria-label={t('shape.index')}>
      <ul>
        {parts.map((part) => (
          <li key={part}>
            <a href={`#${partId(part)}`}>{t(`shape.parts.${part}`)}</a>
            {hasFault(part, faults) && <span className={classes.fault}>{t('shape.part_fault')}</span>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
