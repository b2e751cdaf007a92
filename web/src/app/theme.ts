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
  // Six sizes and three weights serve every screen: 12 for side notes, 13 for rows, 14 for text, 16 and 18 for the titles of
  // parts, 26 for that of the page.
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '16px', xl: '20px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '26px', lineHeight: '1.3' },
      h2: { fontSize: '26px', lineHeight: '1.3' },
      h3: { fontSize: '18px', lineHeight: '1.4' },
      h4: { fontSize: '18px', lineHeight: '1.4' },
      h5: { fontSize: '16px', lineHeight: '1.5' },
    },
  },
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 } } },
  },
});
