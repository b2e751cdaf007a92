import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

/** A link of a toast, such as an undo. */
export interface ToastLink {
  label: string;
  open: () => void;
}

export interface Toast {
  id: number;
  tone: 'success' | 'warning' | 'error' | 'neutral';
  title: string;
  message: string;
  links: readonly ToastLink[];
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Maximum number of toasts. The oldest gives way, since more would not be read. */
const maxToasts = 8;

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  change([...toasts, { ...toast, id: lastId }].slice(-maxToasts));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

export function closeToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function toastSuccess(message: string, links: Toast['links'] = []): void {
  show({ tone: 'success', title: i18next.t('toast.success'), message, links });
}

export function toastError(message: string, links: Toast['links'] = []): void {
  show({ tone: 'error', title: i18next.t('toast.error'), message, links });
}

export function toastWarning(title: string, message: string, links: Toast['links'] = []): void {
  show({ tone: 'warning', title, message, links });
}

export function toastNeutral(title: string, message: string, links: Toast['links'] = []): void {
  show({ tone: 'neutral', title, message, links });
}
