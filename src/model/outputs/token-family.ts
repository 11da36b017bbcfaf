/** Models whose makers say how many characters a token has. Such counts are shown with `~`. */
export const TOKEN_FACTORS = [
  { family: 'claude', charsPerToken: 3.5, source: 'https://docs.claude.com/en/docs/about-claude/glossary' },
  { family: 'gemini', charsPerToken: 4, source: 'https://ai.google.dev/gemini-api/docs/tokens' },
  { family: 'deepseek', charsPerToken: 3.33, source: 'https://api-docs.deepseek.com/quick_start/token_usage' },
  {
    family: 'other',
    charsPerToken: 4,
    source: 'https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them',
  },
] as const;
export type TokenFamily = (typeof TOKEN_FACTORS)[number]['family'];
