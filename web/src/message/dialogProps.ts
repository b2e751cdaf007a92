/** A question before an irreversible change that is no job. */
export interface Prompt {
  question: string;
  notes?: readonly string[];
  onYes: () => void;
}

export interface PromptProps extends Prompt {
  onClose: () => void;
}

export interface MessageProps {
  title: string;
  text: string;
  onClose: () => void;
}
