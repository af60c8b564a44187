{{/* The pods of devBackings, with their facts. */}}
{{- define "venue-booking.devBackings" -}}
{{ tpl (.Files.Get "files/devBackings.yaml") . }}
{{- end }}

{{/* Name and labels of an object of devBackings. Takes: root, component. */}}
{{- define "venue-booking.devMetadata" -}}
{{ include "venue-booking.metadata" . }}
  venue-booking/for: trying-out
{{- end }}
