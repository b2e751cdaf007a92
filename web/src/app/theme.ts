import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Mantine's own red is too pale for small text on white.
  colors: {
    red: [
      '#fff0f0',
      '#ffe1e1',
      '#ffc9c9',
      '#ffa8a8',
      '#ff9a93',
      '#ff8078',
      '#e03131',
      '#c02626',
      '#b42020',
      '#8f1a1a',
    ],
  },
  primaryShade: { light: 7, dark: 8 },
  // Named before `system-ui`, which on many a Linux desktop is a face so wide that columns fall off the table.
  fontFamily:
    '-apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, "Liberation Sans", Arial, system-ui, sans-serif',
  defaultRadius: 'sm',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});
