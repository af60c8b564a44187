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

/** Tracks the uploads in a form, because saving during an upload would lose the image. */
export function provideUploads(): ComputedRef<boolean> {
  const all = shallowReactive(new Set<ComputedRef<boolean>>());
  provide(UPLOADS, all);
  return computed(() => [...all].some(({ value }) => value));
}

/** Registers a component's upload state with the surrounding form, until the component is unmounted. */
export function reportUploading(uploading: ComputedRef<boolean>): void {
  const all = inject(UPLOADS);
  all?.add(uploading);
  onUnmounted(() => all?.delete(uploading));
}
