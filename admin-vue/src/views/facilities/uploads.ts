import {
  type ComputedRef,
  computed,
  type InjectionKey,
  inject,
  onUnmounted,
  provide,
  shallowReactive,
} from 'vue';

const UPLOADS: InjectionKey<Set<ComputedRef<boolean>>> = Symbol('uploads');

/** For a form with images: whether one is being uploaded, which saving now would lose. */
export function provideUploads(): ComputedRef<boolean> {
  const all = shallowReactive(new Set<ComputedRef<boolean>>());
  provide(UPLOADS, all);
  return computed(() => [...all].some(({ value }) => value));
}

/** Tells the form around a component whether that is uploading, until it goes. */
export function tellUploading(uploading: ComputedRef<boolean>): void {
  const all = inject(UPLOADS);
  all?.add(uploading);
  onUnmounted(() => all?.delete(uploading));
}
