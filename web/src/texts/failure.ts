import { useTranslation } from 'react-i18next';

/** The sentence for a thrown value. The client's own failures carry a text key, the server's a sentence. */
export function useFailureText(): (failure: unknown) => string {
  const { t } = useTranslation();
  return (failure) => {
    const message =
      failure instanceof Error && failure.name === 'ApiError' ? failure.message : 'errors.unexpected';
    return message.startsWith('errors.') ? t(message) : message;
  };
}
