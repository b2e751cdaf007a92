import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, sans-serif',
  defaultRadius: 'sm',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
  components: {
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: false } },
    },
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 140 } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});
