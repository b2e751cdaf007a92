import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Mantine's own red has too little contrast for small text on white.
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
  fontFamily: '"Inter Variable", "Inter Fallback", -apple-system, "Segoe UI", Roboto, Arial, sans-serif',
  // Five sizes and three weights serve every screen: 12 for side notes, 13 for rows, 14 for text, 16 and 20 for titles.
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '16px', xl: '20px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.4' },
      h2: { fontSize: '20px', lineHeight: '1.4' },
      h3: { fontSize: '20px', lineHeight: '1.4' },
      h4: { fontSize: '16px', lineHeight: '1.5' },
      h5: { fontSize: '14px', lineHeight: '1.5' },
    },
  },
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});
