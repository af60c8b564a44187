{{/* The services that the templates range over, with what is known of each. */}}
{{- define "venue-booking.services" -}}
{{ .Files.Get "files/services.yaml" }}
{{- end }}

{{- define "venue-booking.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that find the pods of the release, and with a component those of one service. Takes: root, component. */}}
{{- define "venue-booking.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{/* All labels of an object. Takes: root, component. */}}
{{- define "venue-booking.labels" -}}
{{ include "venue-booking.selector" . }}
app.kubernetes.io/part-of: venue-booking
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Name and labels of an object of one service, or of the release. Takes: root, component. */}}
{{- define "venue-booking.metadata" -}}
name: {{ include "venue-booking.fullname" .root }}{{ with .component }}-{{ . }}{{ end }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "venue-booking.labels" . | nindent 2 }}
{{- end }}

{{/* An image with its digest, else its tag, else the version of the chart's application. Takes: image, version. */}}
{{- define "venue-booking.image" -}}
{{ .image.repository }}{{ if .image.digest }}@{{ .image.digest }}{{ else }}:{{ .image.tag | default .version }}{{ end }}
{{- end }}

{{/* The fewest pods that a service runs with. */}}
{{- define "venue-booking.fewest" -}}
{{ if .autoscaling.enabled }}{{ .autoscaling.minReplicas }}{{ else }}{{ .replicas }}{{ end }}
{{- end }}

{{/* What the guests' and venues' addresses are, as a YAML list in `hosts`. */}}
{{- define "venue-booking.hosts" -}}
{{- $hosts := list (urlParse .Values.publicUrl).hostname }}
{{- with .Values.baseDomain }}{{ $hosts = append $hosts (printf "*.%s" .) }}{{ end }}
hosts:
  {{- concat $hosts .Values.customDomains | uniq | toYaml | nindent 2 }}
{{- end }}

{{/* The environment of a service. Takes: root, name, service. */}}
{{- define "venue-booking.env" -}}
{{- $values := .root.Values -}}
- name: HOST
  value: 0.0.0.0
- name: {{ .service.portVariable }}
  value: {{ .service.port | quote }}
{{- $behindProxy := or $values.ingress.enabled $values.httpRoute.enabled }}
{{- $settings := dict "PUBLIC_URL" $values.publicUrl "BASE_DOMAIN" $values.baseDomain "TRUST_PROXY" (ternary "1" "" $behindProxy) "SHUTDOWN_DELAY_MS" (mul 1000 $values.shutdownDelaySeconds) }}
{{- range $name, $value := $values.settings }}{{ $_ := set $settings $name $value }}{{ end }}
{{- range .service.settings }}
{{- $value := get $settings . }}
{{- /* A whole number must not be written as 3.6e+06. */}}
{{- if kindIs "float64" $value }}{{ $value = int64 $value }}{{ end }}
{{- if ne (toString $value) "" }}
- name: {{ . }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}
{{- $name := .name }}
{{- $stripe := ternary .service.stripeSecrets list (and $values.stripe.enabled (hasKey .service "stripeSecrets")) }}
{{- range concat (.service.secrets | default list) $stripe }}
{{- $ref := get $values.secretRefs . | default dict }}
{{- if eq . "DATABASE_URL" }}{{ $ref = get $values.databaseSecretRefs $name | default $ref }}{{ end }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $ref.name | default $values.existingSecret }}
      key: {{ $ref.key | default . }}
{{- end }}
{{- end }}
