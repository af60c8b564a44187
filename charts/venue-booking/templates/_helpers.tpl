{{/* The services that the templates range over, with their facts. */}}
{{- define "venue-booking.services" -}}
{{ .Files.Get "files/services.yaml" }}
{{- end }}

{{- define "venue-booking.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that select the pods of the release, or with a component those of one service. Takes: root, component. */}}
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

{{/* Name and labels of an object of a service or of the whole release. Takes: root, component. */}}
{{- define "venue-booking.metadata" -}}
name: {{ include "venue-booking.fullname" .root }}{{ with .component }}-{{ . }}{{ end }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "venue-booking.labels" . | nindent 2 }}
{{- end }}

{{/* Minimum number of pods of a service. */}}
{{- define "venue-booking.fewest" -}}
{{ if .autoscaling.enabled }}{{ .autoscaling.minReplicas }}{{ else }}{{ .replicas }}{{ end }}
{{- end }}

{{/* Annotations of a helm hook. It is deleted after success, or if kept before the next run. Takes: when, weight, kept. */}}
{{- define "venue-booking.hook" -}}
helm.sh/hook: {{ .when }}
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation{{ if not .kept }},hook-succeeded{{ end }}
{{- end }}

{{/*
The replicas of a Deployment, as a line of its spec. With autoscaling it is the current number: Kubernetes resets a
field that helm wrote before and now omits to its default of one pod. With server-side apply, if another client wrote
the number last, the field is omitted: the number then stays, and writing it would conflict.
See docs/decisions/0021. Takes: root, component, values.
*/}}
{{- define "venue-booking.replicas" -}}
{{- if not .values.autoscaling.enabled }}
replicas: {{ .values.replicas }}
{{- else }}
{{- $name := printf "%s-%s" (include "venue-booking.fullname" .root) .component }}
{{- with lookup "apps/v1" "Deployment" .root.Release.Namespace $name }}
{{- $onServer := false }}
{{- $theirs := false }}
{{- range .metadata.managedFields }}
{{- $spec := index (.fieldsV1 | default dict) "f:spec" | default dict }}
{{- $applied := eq .operation "Apply" }}
{{- if and $applied (hasKey $spec "f:template") }}{{ $onServer = true }}{{ end }}
{{- if and (not $applied) (hasKey $spec "f:replicas") }}{{ $theirs = true }}{{ end }}
{{- end }}
{{- if not (and $onServer $theirs) }}
replicas: {{ .spec.replicas }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* Hosts of the platform and its venues, as a YAML list in `hosts`. */}}
{{- define "venue-booking.hosts" -}}
{{- $hosts := list (urlParse (.Values.publicUrl | default "")).hostname }}
{{- with .Values.baseDomain }}{{ $hosts = append $hosts (printf "*.%s" .) }}{{ end }}
hosts:
  {{- concat $hosts (.Values.customDomains | default list) | uniq | toYaml | nindent 2 }}
{{- end }}

{{/* Public address of the widget's files. By default the path that the Ingress and the HTTPRoute serve. */}}
{{- define "venue-booking.widgetUrl" -}}
{{ .Values.widgetUrl | default (printf "%s/widget" .Values.publicUrl) | trimSuffix "/" }}
{{- end }}

{{/* Non-empty if the Prometheus operator's objects are created. */}}
{{- define "venue-booking.monitors" -}}
{{- if and .Values.monitoring.enabled (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1") }}yes{{ end }}
{{- end }}
