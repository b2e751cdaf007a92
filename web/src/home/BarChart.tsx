import { BarChart as Bars } from 'chartist';
import { useEffect, useRef } from 'react';
import classes from './Chart.module.css';

interface Props {
  /** The bars from left to right. `label` stands below some of them, `hint` beside each that is pointed at. */
  bars: readonly { label: string; hint: string; values: readonly number[] }[];
  /** The label of a value at the axis. */
  number: (value: number) => string;
}

/** Bars without a label are this many between two with one. */
const labelEvery = 7;

/** Stacked bars with axes. Only for the eye: the page has the same figures as a table. */
export function BarChart({ bars, number }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const count = bars.length;
    const series = (bars[0]?.values ?? []).map((_, at) => bars.map(({ values }) => values[at] ?? 0));
    const chart = new Bars(
      place.current,
      { labels: bars.map(({ label }) => label), series },
      {
        stackBars: true,
        chartPadding: { top: 8, right: 20, bottom: 0, left: 0 },
        axisX: {
          showGrid: false,
          offset: 20,
          // The last bar has a label.
          labelInterpolationFnc: (label, at) => ((count - 1 - at) % labelEvery === 0 ? label : null),
        },
        axisY: {
          onlyInteger: true,
          offset: 56,
          scaleMinSpace: 28,
          labelInterpolationFnc: (value) => number(Number(value)),
        },
      },
    );
    chart.on('draw', (drawn) => {
      if (drawn.type !== 'bar') return;
      const width = (drawn.axisX.axisLength / count) * 0.7;
      drawn.element.attr({ style: `stroke-width: ${width}px`, 'data-hint': bars[drawn.index]?.hint ?? '' });
    });
    return () => void chart.detach();
  }, [bars, number]);
  return <div ref={place} className={classes.chart} aria-hidden />;
}
