/** A question before an irreversible change that is no job. */
export interface Asked {
  question: string;
  notes?: readonly string[];
  onYes: () => void;
}

export interface QuestionProps extends Asked {
  onClose: () => void;
}

export interface MessageProps {
  title: string;
  text: string;
  onClose: () => void;
}
